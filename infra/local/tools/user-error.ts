/** An error that the user can fix; printed without a stack. */
export class UserError extends Error {}
