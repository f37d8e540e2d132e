/** Google's public site key for tests. It shows no challenge, and only the local stage accepts its tokens. */
export const testSiteKey = '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI';
