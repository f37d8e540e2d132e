import { Input } from '@aws-amplify/ui-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { electronicConsent } from '../../shared/enrollment/electronic-consent.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { download } from '../app/api.ts';
import { loadOnce, showFailure } from '../app/data.ts';
import { readFailure } from '../app/form-errors.ts';
import { Button } from '../ui/Button.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { FieldFrame } from '../ui/FieldFrame.tsx';
import { Popup } from '../ui/Popup.tsx';
import { PolicyText } from './PolicyText.tsx';
import type { WordsToSign } from './use-words-to-sign.ts';

function useConsent(words: WordsToSign) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState<'open' | 'pdf' | 'agree'>();
  const [agreement, setAgreement] = useState<ResponseOf<typeof enrollment.agreementToRead>>();
  const during = async (what: 'open' | 'pdf' | 'agree', run: () => Promise<unknown>) => {
    setBusy(what);
    setError(undefined);
    try {
      await run();
    } catch (error) {
      const { fields } = readFailure(error);
      if (fields.code) setError(fields.code);
      else showFailure(error);
    } finally {
      setBusy(undefined);
    }
  };
  const open = () =>
    during('open', async () => {
      setAgreement(await loadOnce(enrollment.agreementToRead, { query: words.signer }));
      await words.record('opened');
    });
  const savePdf = () => during('pdf', () => download(enrollment.agreementPreview, { query: words.signer }));
  const agree = () =>
    code.trim() === ''
      ? setError('Enter the six digits in the agreement.')
      : void during('agree', () => words.record('agreed', code));
  return {
    code,
    setCode,
    error,
    busy,
    agreement,
    close: () => setAgreement(undefined),
    open,
    savePdf,
    agree,
  };
}

/** The disclosures before an electronic signature, and the code that proves that the member can read the records. */
export function ElectronicConsent({ words }: { words: WordsToSign }) {
  const { code, setCode, error, busy, agreement, close, open, savePdf, agree } = useConsent(words);
  return (
    <section className="electronic-consent" aria-label={electronicConsent.heading}>
      <h3>{electronicConsent.heading}</h3>
      {electronicConsent.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <Button busy={busy === 'open'} busyLabel="Opening…" onClick={() => void open()}>
        Read the agreement
      </Button>
      {agreement && (
        <Popup
          open
          title={agreement.title}
          size="large"
          onClose={close}
          actions={
            <>
              <Button
                icon="download"
                busy={busy === 'pdf'}
                busyLabel="Preparing…"
                onClick={() => void savePdf()}
              >
                Save as a PDF
              </Button>
              <Button kind="primary" onClick={close}>
                Done
              </Button>
            </>
          }
        >
          <div className="agreement-viewer">
            <DescriptionList items={[['Your code', <strong key="code">{agreement.code}</strong>]]} />
            <PolicyText html={agreement.html} label="Agreement" />
          </div>
        </Popup>
      )}
      <CodeField code={code} error={error} onType={setCode} onEnter={agree} />
      <Button kind="primary" busy={busy === 'agree'} busyLabel="Checking…" onClick={agree}>
        I agree to sign electronically
      </Button>
    </section>
  );
}

interface CodeFieldProps {
  code: string;
  error: string | undefined;
  onType: (code: string) => void;
  onEnter: () => void;
}

function CodeField({ code, error, onType, onEnter }: CodeFieldProps) {
  const id = useId();
  const ids = { control: `${id}-code`, hint: `${id}-hint`, error: `${id}-error` };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <FieldFrame
      ids={ids}
      label="Code in the agreement"
      required
      width="short"
      hint="Six digits at the top of it. They show that you can read the records we give you."
      error={error}
    >
      <Input
        id={ids.control}
        className="control"
        inputMode="numeric"
        autoComplete="off"
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={error ? `${ids.hint} ${ids.error}` : ids.hint}
        value={code}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </FieldFrame>
  );
}
