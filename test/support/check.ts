import { check } from './steps.ts';

const outcomes = await check();
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1);
