/** Returns the key of the finished file of a download. */
export const downloadFile = (jobId: string): string => `downloads/${jobId}/file.xlsx`;
