/** Limits of every stage whose file has no others; infra/cost/capacity.ts compares them with the expected use. */
export const limits = {
  // a page sends about ten requests: about twenty pages per second, without a large bill under attack
  throttle: { rateLimit: 200, burstLimit: 400 },
  guestThrottle: { rateLimit: 20, burstLimit: 40 },
  jobsAtOnce: 10,
};
