import { useEffect, useId, useRef, useState } from 'react';
import { useSiteConfig } from '../config.ts';
import { Icon } from '../ui/Icon.tsx';
import { testSiteKey } from './captcha-key.ts';

interface Widget {
  ready: (then: () => void) => void;
  render: (
    place: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => number;
}
const widget = () => (window as { grecaptcha?: Widget }).grecaptcha;

let script: Promise<Widget> | undefined;

const loadWidget = (): Promise<Widget> =>
  (script ??= new Promise<Widget>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = 'https://www.google.com/recaptcha/api.js?render=explicit';
    element.addEventListener('load', () => widget()?.ready(() => resolve(widget() as Widget)));
    element.addEventListener('error', () => {
      script = undefined;
      reject(new Error('The captcha did not load.'));
    });
    document.head.append(element);
  }));

interface CaptchaProps {
  /** The answer to send as g-recaptcha-response; undefined while unsolved or expired. */
  onToken: (token: string | undefined) => void;
}

/** Asks for a sign that a person is at work. Give it another `key` to ask anew: an answer serves one request. */
export function Captcha({ onToken }: CaptchaProps) {
  const config = useSiteConfig();
  if (!config) return null;
  const siteKey = config.captcha?.siteKey;
  if (siteKey === testSiteKey) return <LocalCheckbox onToken={onToken} />;
  return siteKey ? <GoogleCaptcha siteKey={siteKey} onToken={onToken} /> : <NotLoaded />;
}

function GoogleCaptcha({ siteKey, onToken }: CaptchaProps & { siteKey: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    const show = async () => {
      const { render } = await loadWidget();
      if (gone || !place.current) return;
      const unsolved = () => onToken(undefined);
      // the widget keeps the element it is given, so each gets its own
      const element = place.current.appendChild(document.createElement('div'));
      render(element, {
        sitekey: siteKey,
        callback: onToken,
        'expired-callback': unsolved,
        'error-callback': unsolved,
      });
    };
    show().catch(() => setFailed(true));
    return () => {
      gone = true;
    };
  }, [siteKey, onToken]);
  if (!failed) return <div ref={place} className="captcha" />;
  return <NotLoaded />;
}

const NotLoaded = () => (
  <p className="field-error" role="alert">
    <Icon name="error" size={16} />
    <span>The captcha did not load. Check your connection and reload the page, or call us.</span>
  </p>
);

/** Stands in where nothing may leave the machine. */
function LocalCheckbox({ onToken }: CaptchaProps) {
  const id = useId();
  return (
    <label className="choice captcha" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        onChange={({ target }) =>
          onToken(target.checked ? `${testSiteKey}.${crypto.randomUUID()}` : undefined)
        }
      />
      <span>I am not a robot</span>
    </label>
  );
}
