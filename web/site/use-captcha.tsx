import { type ReactNode, useCallback, useState } from 'react';
import { CallError } from '../app/call-error.ts';
import { useFeatureFlags } from '../settings/use-feature-flags.ts';
import { Captcha } from './Captcha.tsx';

interface CaptchaOfForm {
  /** Placed in the form; nothing while captchas are off. */
  widget: ReactNode;
  /** The form cannot be sent yet. */
  missing: boolean;
  headers: Record<string, string>;
  /** Runs the call; when the server does not take the captcha, another one is asked for. */
  guard: <Result>(call: () => Promise<Result>) => Promise<Result>;
}

/** What a visitor's form needs of captchas; which header the answer goes in is the endpoint's choice. */
export function useCaptcha(header = 'g-recaptcha-response'): CaptchaOfForm {
  const { flags } = useFeatureFlags();
  const [token, setToken] = useState<string>();
  const [round, setRound] = useState(0);
  const guard = useCallback(async <Result,>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call();
    } catch (problem) {
      if (problem instanceof CallError && problem.fields.captcha) {
        setToken(undefined);
        setRound((count) => count + 1);
      }
      throw problem;
    }
  }, []);
  const missing = flags.useCaptcha && token === undefined;
  return {
    widget: flags.useCaptcha && (
      <>
        <Captcha key={round} onToken={setToken} />
        {missing && <p className="quiet">Confirm that you are not a robot to continue.</p>}
      </>
    ),
    missing,
    headers: token ? { [header]: token } : {},
    guard,
  };
}
