import { type ReactNode, useCallback, useState } from 'react';
import { CallError } from '../platform/call-error.ts';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Captcha } from './Captcha.tsx';

interface CaptchaOfForm {
  /** To be rendered in the form; null if captchas are off. */
  widget: ReactNode;
  /** True until the captcha is solved. */
  missing: boolean;
  headers: Record<string, string>;
  guard: <Result>(call: () => Promise<Result>) => Promise<Result>;
}

export function useCaptcha(header = 'g-recaptcha-response'): CaptchaOfForm {
  const { flags } = useFeatureFlags();
  const [token, setToken] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const guard = useCallback(async <Result,>(call: () => Promise<Result>): Promise<Result> => {
    const restart = () => {
      setToken(undefined);
      setAttempt((count) => count + 1);
    };
    try {
      const result = await call();
      // each token is valid once
      restart();
      return result;
    } catch (error) {
      if (error instanceof CallError && error.fields.captcha) restart();
      throw error;
    }
  }, []);
  const missing = flags.useCaptcha && token === undefined;
  return {
    widget: flags.useCaptcha && (
      <>
        <Captcha key={attempt} onToken={setToken} />
        {missing && <p className="quiet">Confirm that you are not a robot to continue.</p>}
      </>
    ),
    missing,
    headers: token ? { [header]: token } : {},
    guard,
  };
}
