/** What calls, schedules and messages start of each function: the version that is live. */
export const liveAlias = 'live';
