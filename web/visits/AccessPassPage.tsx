import { useState, useEffect, useRef } from 'react';
import { visits } from '../../shared/contracts/visits.ts';
import { callApi, download } from '../app/api.ts';
import { showFailure, useEndpoint, useAction } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { dateInChicago } from '../../shared/calendar.ts';
import { paths, pathTo } from '../app/addresses.ts';
import { MembershipPicker, useMembership } from '../enrollment/MembershipPicker.tsx';
import { CallError } from '../platform/call-error.ts';
import { Money, showDate } from '../ui/formatted-text.tsx';
import type { Progress } from '../../shared/accounts/next-withdrawal.ts';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines, Notice } from '../ui/states.tsx';
import { deletePass, keepPass, storedPass, type StoredPass } from './pass/stored-pass.ts';
import { codeAt, codeKeyOf, newPhoneKey, publicKeyText } from './pass/phone-key.ts';
import { Link } from 'react-router-dom';
import { members } from '../../shared/contracts/members.ts';
import { passSeconds, passText, stepOf } from '../../shared/visits/access-pass.ts';
import { now, startTimer, stopTimer } from '../platform/time-and-chance.ts';
import { QrCode } from '../users/QrCode.tsx';
import '../users/security.css';
import './visits.css';

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
      <PassOfMembership key={memberId} memberId={memberId} />
    </>
  );
}

function PassOfMembership({ memberId }: { memberId: string }) {
  const offered = useEndpoint(visits.isPassOffered, { query: { memberIds: [memberId] } });
  const progress = useEndpoint(members.progress, { query: { memberIds: [memberId] } });
  // the pass does not wait for the notice
  const failed = offered.error ? offered : offered.data === false && progress.error ? progress : undefined;
  if (failed) return <FailedState error={failed.error} onRetry={failed.reload} retrying={failed.retrying} />;
  if (offered.data === undefined || (!offered.data && !progress.data)) return <SkeletonLines lines={4} />;
  const [current] = progress.data ?? [];
  return (
    <>
      {current?.holdNotice && <Notice>{current.holdNotice}</Notice>}
      {offered.data ? (
        <>
          <PassOfPhone memberId={memberId} />
          <WalletButtons memberId={memberId} />
        </>
      ) : (
        <WaitingPass progress={current} />
      )}
    </>
  );
}

/** Explains when the pass is ready. */
function WaitingPass({ progress }: { progress: Progress | undefined }) {
  const dues = progress?.isWaitingForFirstPayment ? progress.nextWithdrawal : null;
  return (
    <Card title="Your pass is not ready yet">
      <p>
        {dues ? (
          <>
            Your pass is ready when we send your first payment of <Money cents={dues.amount} /> to your bank.
            It is withdrawn {dues.isEarliest ? 'on or after' : 'on'} {showDate(dues.date)}.
          </>
        ) : (
          'Your pass is ready when your membership is active. The home page shows the status of your membership and payments.'
        )}
      </p>
      <p className="card-links">
        <Link to={pathTo('memberHome')}>Go to the home page</Link>
      </p>
    </Card>
  );
}

/** The pass that this phone has; `moved` if another phone took it, `null` if it has none, undefined until it is known. */
function usePhonePass(memberId: string) {
  const certify = useAction(visits.certifyPass);
  const [pass, setPass] = useState<StoredPass | 'moved' | null>();
  const { run } = certify;
  const renewed = useRef(false);
  const newKeys = useRef<Promise<CryptoKeyPair>>(undefined);
  const settingUp = useRef<Promise<void>>(undefined);
  const certifyPhone = async () => {
    const stored = await storedPass(memberId);
    const keys = stored?.keys ?? (await (newKeys.current ??= newPhoneKey()));
    const body = { memberId, publicKey: await publicKeyText(keys), isRenewal: stored !== undefined };
    const { serverKey, ...rest } = await run({ body });
    const next = { ...rest, memberId, keys, codeKey: await codeKeyOf(keys, serverKey) };
    await keepPass(next);
    await registerWorker();
    setPass(next);
  };
  // one at a time in all tabs, and with the same key again after a failure, so that the phone and the server have one key
  const setUp = (): Promise<void> =>
    (settingUp.current ??= navigator.locks
      .request(`access pass ${memberId}`, certifyPhone)
      .finally(() => (settingUp.current = undefined)));
  useEffect(() => {
    storedPass(memberId).then(
      (stored) => setPass(stored ?? null),
      () => setPass(null),
    );
  }, [memberId]);
  useEffect(() => {
    // who opens the page online has seven days again; offline it stays as it is
    if (!pass || pass === 'moved' || renewed.current || !navigator.onLine) return;
    renewed.current = true;
    setUp().catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.status !== 404) return showFailure(error);
      await deletePass(memberId);
      setPass('moved');
    });
  });
  return { pass, setUp, isRunning: certify.running };
}

function PassOfPhone({ memberId }: { memberId: string }) {
  const { pass, setUp, isRunning } = usePhonePass(memberId);
  if (pass === undefined) return null;
  if (pass !== null && pass !== 'moved')
    return (
      <Card title={`Pass of ${pass.memberName}`}>
        <ReadyPass pass={pass} />
      </Card>
    );
  return (
    <Card title="Set up this phone">
      {pass === 'moved' && (
        <Notice>Your pass is on another phone now. Set it up here to move it back.</Notice>
      )}
      <p>
        The pass is tied to this phone. Setting it up on another phone ends it here. Codes change every 30
        seconds, and each is taken once.
      </p>
      <div className="page-actions">
        <Button
          kind="action"
          busy={isRunning}
          busyLabel="Setting up…"
          onClick={() => void setUp().catch(showFailure)}
        >
          Set up my access pass
        </Button>
      </div>
    </Card>
  );
}

const ReadyPass = ({ pass }: { pass: StoredPass }) => (
  <>
    <PassCode pass={pass} />
    <p className="quiet">
      {`At ${pass.facilityName}. This phone shows it until ${showDate(dateInChicago(new Date(pass.certifiedUntil)))}; opening this page online renews it.`}
    </p>
    <p className="quiet">
      The{' '}
      <a href={`${paths.memberPart}/pass.html#${encodeURIComponent(pass.memberId)}`}>
        offline page of your pass
      </a>{' '}
      works without a network. To have it at hand, open it and choose “Add to Home Screen” in your browser.
      Logging out removes it.
    </p>
  </>
);

/** The current code of the pass, which changes every 30 seconds. */
function PassCode({ pass: { number, codeKey } }: { pass: StoredPass }) {
  const [at, setAt] = useState(now);
  const [text, setText] = useState<string>();
  const step = stepOf(at);
  useEffect(() => {
    let timer = startTimer(function tick() {
      setAt(now());
      timer = startTimer(tick, 1000);
    }, 1000);
    return () => stopTimer(timer);
  }, []);
  useEffect(() => {
    let isCurrent = true;
    codeAt(codeKey, number, step).then(
      (code) => isCurrent && setText(passText(number, code)),
      (error: unknown) => showFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [codeKey, number, step]);
  return (
    <div className="pass-code">
      {text === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <>
          <QrCode text={text} label="Your access pass as a QR code" />
          <strong>{text}</strong>
        </>
      )}
      <span className="quiet">
        New code in {passSeconds - (Math.floor(at.getTime() / 1000) % passSeconds)} seconds
      </span>
    </div>
  );
}

async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const area = `${paths.memberPart}/`;
  await navigator.serviceWorker.register(`${area}pass-worker.js`, { scope: area }).catch(() => undefined);
}
