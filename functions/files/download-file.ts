/** Where the finished file of a download is. */
export const downloadFile = (jobId: string): string => `downloads/${jobId}/file.xlsx`;
