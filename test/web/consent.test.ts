import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
});

const load = () => import('../../web/app/consent.ts');
beforeEach(() => {
  vi.resetModules();
  stored.clear();
});

it('starts a tracker only after consent, and stops it after withdrawal', async () => {
  const { consentService, runWhileAllowed: whileAllowed } = await load();
  const [start, stop] = [vi.fn<() => () => void>(), vi.fn<() => void>()];
  start.mockReturnValue(stop);
  whileAllowed('analytics', start);
  expect(start).not.toHaveBeenCalled();
  consentService().save({ preferences: true, analytics: false });
  expect(start).not.toHaveBeenCalled();
  consentService().save({ preferences: true, analytics: true });
  consentService().save({ preferences: false, analytics: true });
  expect(start).toHaveBeenCalledOnce();
  expect(stop).not.toHaveBeenCalled();
  consentService().save({ preferences: false, analytics: false });
  expect(stop).toHaveBeenCalledOnce();
});

it('applies a stored choice on the next visit', async () => {
  (await load()).consentService().save({ preferences: false, analytics: true });
  vi.resetModules();
  const { isAllowed } = await load();
  expect([isAllowed('preferences'), isAllowed('analytics')]).toEqual([false, true]);
});

it('ignores a stored choice that is not valid', async () => {
  stored.set('wellport:consent', '{"version":1,"date":7,"analytics":true}');
  expect((await load()).isAllowed('analytics')).toBe(false);
});

it('keeps statistics off for a browser with the Global Privacy Control, and asks for no choice', async () => {
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  onTestFinished(() => void vi.stubGlobal('navigator', {}));
  const { consentService, isAllowed } = await load();
  expect(consentService().read()).toMatchObject({ preferences: true, analytics: false });
  consentService().save({ preferences: true, analytics: true });
  expect([isAllowed('preferences'), isAllowed('analytics')]).toEqual([true, false]);
});

it('uses a third-party service in place of the built-in one', async () => {
  const { consentService, isAllowed, setConsentService } = await load();
  const consent = { version: 1, date: '2026-11-20T00:00:00.000Z', preferences: true, analytics: true };
  setConsentService({ read: () => consent, save: () => {}, subscribe: () => () => {}, openPanel: () => {} });
  expect(isAllowed('analytics')).toBe(true);
  expect(consentService().openPanel).toBeDefined();
});
