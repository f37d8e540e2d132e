import { useState, useEffect, useRef } from 'react';
import { visits } from '../../shared/contracts/visits.ts';
import { callApi, download } from '../app/api.ts';
import { showFailure, useEndpoint, useAction } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { dateInChicago } from '../../shared/calendar.ts';
import { paths } from '../app/addresses.ts';
import { MembershipPicker, useMembership } from '../enrollment/MembershipPicker.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState } from '../ui/states.tsx';
import { keepPass, storedPass, type StoredPass } from './pass/stored-pass.ts';
import { codeKeyOf, newPhoneKey, publicKeyText } from './pass/phone-key.ts';

/** Adds the member's barcode to the wallet of a phone, where the deployment offers it. */
function WalletButtons({ memberId }: { memberId: string }) {
  const { data } = useEndpoint(visits.offeredWallets, { query: { memberId } });
  const [isBusy, setBusy] = useState(false);
  if (!data?.apple && !data?.google) return null;
  const addWith = (add: () => Promise<void>) => () => {
    setBusy(true);
    void add()
      .catch(showFailure)
      .finally(() => setBusy(false));
  };
  const addToGoogle = async () => {
    const { address } = await callApi(visits.googleWalletPass, { query: { memberId } });
    globalThis.location.assign(address);
  };
  return (
    <Card title="Barcode in your phone’s wallet">
      <p>Your key fob number as a barcode, for clubs whose own system scans it.</p>
      <div className="page-actions">
        {data.apple && (
          <Button
            disabled={isBusy}
            onClick={addWith(() => download(visits.appleWalletPass, { query: { memberId } }))}
          >
            Add to Apple Wallet
          </Button>
        )}
        {data.google && (
          <Button disabled={isBusy} onClick={addWith(addToGoogle)}>
            Add to Google Wallet
          </Button>
        )}
      </div>
    </Card>
  );
}

export default function AccessPassPage() {
  const { memberId } = useMembership();
  if (!memberId) return <EmptyState icon="user" title="You have no membership yet" />;
  return (
    <>
      <PageHeading
        title="Access pass"
        lead="Show it at your club instead of a key fob. It works without a network for seven days at a time."
      />
      <MembershipPicker />
      <PassOfPhone key={memberId} memberId={memberId} />
      <WalletButtons memberId={memberId} />
    </>
  );
}

function PassOfPhone({ memberId }: { memberId: string }) {
  const certify = useAction(visits.certifyPass);
  const [pass, setPass] = useState<StoredPass | null>();
  const { run } = certify;
  const renewed = useRef(false);
  const setUp = async (stored: StoredPass | null | undefined) => {
    const keys = stored?.keys ?? (await newPhoneKey());
    const said = await run({ body: { memberId, publicKey: await publicKeyText(keys) } });
    const { serverKey, ...rest } = said;
    const next = { ...rest, memberId, keys, codeKey: await codeKeyOf(keys, serverKey) };
    await keepPass(next);
    await registerWorker();
    setPass(next);
  };
  useEffect(() => {
    storedPass(memberId).then(
      (stored) => setPass(stored ?? null),
      () => setPass(null),
    );
  }, [memberId]);
  useEffect(() => {
    // who opens the page online has seven days again; offline it stays as it is
    if (!pass || renewed.current || !navigator.onLine) return;
    renewed.current = true;
    setUp(pass).catch(showFailure);
  });
  if (pass === undefined) return null;
  return (
    <Card title={pass ? `Pass of ${pass.memberName}` : 'Set up this phone'}>
      {pass ? (
        <ReadyPass pass={pass} />
      ) : (
        <>
          <p>
            The pass is tied to this phone. Setting it up on another phone ends it here. Codes change every 30
            seconds, and each is taken once.
          </p>
          <div className="page-actions">
            <Button
              kind="action"
              busy={certify.running}
              busyLabel="Setting up…"
              onClick={() => void setUp(undefined).catch(showFailure)}
            >
              Set up my access pass
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

const ReadyPass = ({ pass: { facilityName, certifiedUntil, memberId } }: { pass: StoredPass }) => (
  <>
    <p>
      {`At ${facilityName}. This phone shows it until ${showDate(dateInChicago(new Date(certifiedUntil)))}; opening this page online renews it.`}
    </p>
    <div className="page-actions">
      <a
        className={buttonClass('action')}
        href={`${paths.memberPart}/pass.html#${encodeURIComponent(memberId)}`}
      >
        Show my pass
      </a>
    </div>
    <p className="quiet">
      To have it at hand, open it and choose “Add to Home Screen” in your browser. Logging out removes it.
    </p>
  </>
);

async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const area = `${paths.memberPart}/`;
  await navigator.serviceWorker.register(`${area}pass-worker.js`, { scope: area }).catch(() => undefined);
}
