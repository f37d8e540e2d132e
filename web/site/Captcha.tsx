import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { testSiteKey } from '../../shared/site/site-config.ts';
import { useSiteConfig } from '../app/config.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { newId, startTimer } from '../platform/time-and-chance.ts';

interface Widget {
  ready: (then: () => void) => void;
  render: (
    element: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => number;
}
const widget = () => (window as { grecaptcha?: Widget }).grecaptcha;

/** In milliseconds. A script that has not loaded by then is treated as blocked. */
const scriptTimeoutMs = 15_000;

let script: Promise<Widget> | undefined;

const loadWidget = (): Promise<Widget> =>
  (script ??= new Promise<Widget>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = 'https://www.google.com/recaptcha/api.js?render=explicit';
    const fail = () => {
      script = undefined;
      element.remove();
      reject(new Error('The captcha did not load.'));
    };
    startTimer(fail, scriptTimeoutMs);
    element.addEventListener('load', () => {
      const loaded = widget();
      if (loaded) loaded.ready(() => resolve(loaded));
      else fail();
    });
    element.addEventListener('error', fail);
    document.head.append(element);
  }));

interface CaptchaProps {
  onToken: (token: string | undefined) => void;
}

/** Shows the captcha. Each token is valid for one request: change `key` to show a new challenge. */
export function Captcha({ onToken }: CaptchaProps) {
  const config = useSiteConfig();
  if (!config) return null;
  const siteKey = config.captcha?.siteKey;
  if (siteKey === testSiteKey) return <LocalCheckbox onToken={onToken} />;
  return siteKey ? <GoogleCaptcha siteKey={siteKey} onToken={onToken} /> : <NotLoaded />;
}

type CaptchaFailure = 'not loaded' | 'no connection';

interface GoogleProps extends CaptchaProps {
  siteKey: string;
}

function GoogleCaptcha(props: GoogleProps) {
  const [attempt, setAttempt] = useState(0);
  return <GoogleWidget key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function GoogleWidget({ siteKey, onToken, onRetry }: GoogleProps & { onRetry: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<CaptchaFailure>();
  useEffect(() => {
    let isUnmounted = false;
    const show = async () => {
      const { render } = await loadWidget();
      if (isUnmounted || !container.current) return;
      // the widget stays bound to its element, so each widget gets a new one
      const element = container.current.appendChild(document.createElement('div'));
      render(element, {
        sitekey: siteKey,
        callback: (token) => {
          setFailure(undefined);
          onToken(token);
        },
        'expired-callback': () => onToken(undefined),
        // with an error callback, the page must notify the visitor (Google's reference of the widget)
        'error-callback': () => {
          setFailure('no connection');
          onToken(undefined);
        },
      });
    };
    show().catch(() => {
      if (!isUnmounted) setFailure('not loaded');
    });
    return () => {
      isUnmounted = true;
    };
  }, [siteKey, onToken]);
  return (
    <>
      <div ref={container} className="captcha" hidden={failure === 'not loaded'} />
      {failure === 'not loaded' && (
        <NotLoaded>
          <Button small onClick={onRetry}>
            Try again
          </Button>
        </NotLoaded>
      )}
      {failure === 'no connection' && (
        <ErrorMessage>
          The captcha lost its connection. Check your connection, then select the box again.
        </ErrorMessage>
      )}
    </>
  );
}

const ErrorMessage = ({ children }: { children: ReactNode }) => (
  <p className="field-error" role="alert">
    <Icon name="error" size={16} />
    <span>{children}</span>
  </p>
);

const NotLoaded = ({ children }: { children?: ReactNode }) => (
  <div className="captcha-missing">
    <ErrorMessage>The captcha did not load. Check your connection, or call us.</ErrorMessage>
    {children}
  </div>
);

function LocalCheckbox({ onToken }: CaptchaProps) {
  const id = useId();
  return (
    <label className="choice captcha" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        onChange={({ target }) => onToken(target.checked ? `${testSiteKey}.${newId()}` : undefined)}
      />
      <span>I am not a robot</span>
    </label>
  );
}
