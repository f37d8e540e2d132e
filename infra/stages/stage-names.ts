/** The stages, each of which has a file of its own. */
export const stages = ['dev', 'staging', 'production'] as const;
export type Stage = (typeof stages)[number];
