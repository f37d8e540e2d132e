import * as z from 'zod';
import type { Refusal } from '../../shared/refusal.ts';
import { putOnce } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const solvedCaptcha = z.object({ tokenHash: z.string(), boundTo: z.string(), expiresAt: z.int() });
type SolvedCaptcha = z.output<typeof solvedCaptcha>;

const solvedEntity = entity({
  name: 'solved captcha',
  schema: solvedCaptcha,
  key: ({ tokenHash }) => keys.solvedCaptcha(tokenHash),
});

export const loadSolvedCaptcha = (tokenHash: string): Promise<SolvedCaptcha | undefined> =>
  get(solvedEntity, keys.solvedCaptcha(tokenHash));

/** Stores a solved captcha once; throws `used` if another request stored it first. */
export const saveSolvedCaptcha = (solved: SolvedCaptcha, used: Refusal): Promise<void> =>
  transact(putOnce({ ...keys.solvedCaptcha(solved.tokenHash), entity: 'solved captcha', ...solved }, used));
