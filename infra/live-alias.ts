/** Alias of the live version, which requests, schedules, and messages invoke. */
export const liveAlias = 'live';
