import { useState } from 'react';
import { type Choices, consentService, sendsPrivacyControl, useConsent } from '../app/consent.ts';
import { Button } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';

const purposes: readonly { name: keyof Choices | undefined; title: string; text: string }[] = [
  {
    name: undefined,
    title: 'Necessary',
    text: 'Keeps you logged in and stores your choices here. The site does not work without it.',
  },
  {
    name: 'preferences',
    title: 'Preferences',
    text: 'Stores light or dark mode, the sidebar state, and the selected member group. On this device only.',
  },
  {
    name: 'analytics',
    title: 'Statistics',
    text: 'Counts which pages are used, so we can improve them. Off until you allow it.',
  },
];

const dateOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });

export default function CookiePanel({ onClose }: { onClose: () => void }) {
  const consent = useConsent();
  const [choices, setChoices] = useState<Choices>({
    preferences: consent?.preferences ?? true,
    analytics: consent?.analytics ?? false,
  });
  const isOptedOut = sendsPrivacyControl();
  const save = (chosen: Choices) => {
    consentService().save(chosen);
    onClose();
  };
  return (
    <Popup
      open
      title="Cookie settings"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => save({ preferences: false, analytics: false })}>Only necessary</Button>
          <Button onClick={() => save({ preferences: true, analytics: true })}>Allow all</Button>
          <Button kind="primary" onClick={() => save(choices)}>
            Save my choices
          </Button>
        </>
      }
    >
      <p>You decide what this site may store on your device. You can change it at any time.</p>
      <div className="cookie-purposes">
        {purposes.map(({ name, title, text }) => (
          <label key={title} className="choice">
            <input
              type="checkbox"
              checked={name ? choices[name] && !(name === 'analytics' && isOptedOut) : true}
              disabled={!name || (name === 'analytics' && isOptedOut)}
              onChange={(event) => name && setChoices({ ...choices, [name]: event.target.checked })}
            />
            <span>
              <strong>{title}</strong>
              <br />
              {name === 'analytics' && isOptedOut
                ? 'Opt-out honored: off, because your browser sends the Global Privacy Control.'
                : text}
            </span>
          </label>
        ))}
      </div>
      <p className="quiet">
        {consent ? `Your last choice: ${dateOf(consent.date)}.` : 'You have not made a choice yet.'}
      </p>
    </Popup>
  );
}
