import { useState } from 'react';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { privacy } from '../../shared/contracts/privacy.ts';
import { consentStateName, healthConsentText } from '../../shared/members/health-consent.ts';
import { useAction, useEndpoint } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { showDate } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';

type Consent = ResponseOf<typeof privacy.healthConsents>[number];

/** The consents of memberships in states that protect visits as consumer health data. */
export function HealthConsents() {
  const { data } = useEndpoint(privacy.healthConsents, {});
  return data?.map((consent) => <ConsentCard key={consent.memberId} consent={consent} />);
}

const stateOf = ({ givenOn, withdrawnOn }: Consent): string => {
  if (withdrawnOn !== null) return `Withdrawn on ${showDate(withdrawnOn)}`;
  return givenOn === null ? 'Not given yet' : `Given on ${showDate(givenOn)}`;
};

function ConsentCard({ consent }: { consent: Consent }) {
  const { memberId, clubName, partnerName, state, givenOn, withdrawnOn } = consent;
  const isActive = givenOn !== null && withdrawnOn === null;
  return (
    <Card title={healthConsentText.heading}>
      <DescriptionList
        items={[
          ['Membership', [partnerName, clubName].filter(Boolean).join(', ')],
          ['Law', `State of ${consentStateName(state)}`],
          ['Your consent', stateOf(consent)],
        ]}
      />
      {healthConsentText.paragraphs.map((paragraph) => (
        <p key={paragraph} className="quiet">
          {paragraph}
        </p>
      ))}
      <div className="page-actions">
        {!isActive && <GiveButton memberId={memberId} />}
        {withdrawnOn === null && <WithdrawButton memberId={memberId} isActive={isActive} />}
      </div>
    </Card>
  );
}

function GiveButton({ memberId }: { memberId: string }) {
  const give = useAction(privacy.giveHealthConsent, privacy.healthConsents);
  const [ticked, setTicked] = useState({ collection: false, sharing: false });
  const isComplete = ticked.collection && ticked.sharing;
  const onGive = () => void give.act({ body: { memberId, collection: true, sharing: true } });
  return (
    <div className="health-consents">
      {(['collection', 'sharing'] as const).map((name) => (
        <label key={name} className="choice" htmlFor={`${memberId}-${name}`}>
          <input
            id={`${memberId}-${name}`}
            type="checkbox"
            checked={ticked[name]}
            onChange={({ target }) => setTicked({ ...ticked, [name]: target.checked })}
          />
          <span>{healthConsentText[name]}</span>
        </label>
      ))}
      <Button disabled={!isComplete} busy={give.running} busyLabel="Saving…" onClick={onGive}>
        Give consent
      </Button>
    </div>
  );
}

/** Members of earlier releases, who were not asked, can refuse. */
function WithdrawButton({ memberId, isActive }: { memberId: string; isActive: boolean }) {
  const action = isActive ? 'Withdraw consent' : 'Refuse consent';
  const withdraw = useAction(privacy.withdrawHealthConsent, privacy.healthConsents);
  const confirm = useConfirm();
  const onWithdraw = async () => {
    const isSure = await confirm({
      title: isActive ? 'Withdraw your consent?' : 'Refuse the consent?',
      text: 'From today on, we no longer collect your visits or share them, and you earn no further reimbursements. Reimbursements for visits before today are still paid. Your membership and its dues continue.',
      action,
    });
    if (isSure) await withdraw.act({ body: { memberId } });
  };
  return (
    <Button kind="danger" busy={withdraw.running} busyLabel="Saving…" onClick={() => void onWithdraw()}>
      {action}
    </Button>
  );
}
