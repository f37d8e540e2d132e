/** ID of the container above a section's tabs, for content that applies to all of them. */
export const aboveTabs = 'above-tabs';
