/** A problem that the person at the terminal can fix; printed as one sentence without a stack. */
export class UserError extends Error {}
