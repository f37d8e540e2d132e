/** Stages, each with its own file. */
export const stages = ['dev', 'staging', 'production'] as const;
export type Stage = (typeof stages)[number];
