/** Whether administrators may reassign key fobs (spec 2 §6); on unless the deployment turns it off. */
export const keyFobsMayBeReassigned = (): boolean => process.env.REASSIGN_KEY_FOB !== 'off';
