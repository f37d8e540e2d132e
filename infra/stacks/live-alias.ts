/** Alias of the live version, which requests, schedules, and messages invoke. */
export const liveAlias = 'live';

/** Good releases before the current one whose versions remain for a rollback. */
export const retainedReleases = 5;

export const liveDescription = (release: string): string => `Release ${release}`;
