/** Google's public site key for tests: no challenge is shown for it, and only a local portal takes its answers. */
export const testSiteKey = '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI';
