/** Alias of the live version, which requests, schedules, and messages invoke. */
export const liveAlias = 'live';

export const liveDescription = (release: string): string => `Release ${release}`;
