import { periodName, showMoment } from '../../shared/calendar.ts';
import { showMoney } from '../../shared/money.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { usePeriods } from '../periods/periods.ts';
import { useAddress } from '../app/address.ts';
import { boundRequest } from '../app/bound-request.ts';
import { useAction } from '../app/data.ts';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { readCode, readVoucherAddress, isUndoable, undoMinutes } from '../../shared/vouchers/voucher.ts';
import { codeForm } from '../../shared/vouchers/redemption.ts';
import { Form } from '../app/form.tsx';
import { readFailure } from '../app/form-errors.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { Field } from '../ui/Field.tsx';
import { type Failure, FormAlert } from '../ui/FormAlert.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { now, startTimer, stopTimer } from '../platform/time-and-chance.ts';
import { ScanCode } from '../ui/ScanCode.tsx';
import './vouchers.css';

const columns: readonly ListColumn<typeof vouchers.redemptions>[] = [
  { key: 'redeemedOn', title: 'Redeemed', kind: 'date' },
  { key: 'displayName', title: 'Program', wrap: true },
  { key: 'codeEnd', title: 'Code' },
  { key: 'redeemedBy', title: 'Redeemed By', detail: true },
  { key: 'amount', title: 'Amount', kind: 'money', pinned: 'end' },
];

function OwnRedemptions() {
  const [{ month }, change] = useAddress('month');
  const { data: months, error, reload, retrying } = usePeriods('until current');
  const [current] = months ?? [];
  const periodId = months?.find(({ id }) => id === month)?.id ?? current?.id;
  return (
    <section className="own-redemptions" aria-labelledby="own-redemptions">
      <h2 id="own-redemptions">Redeemed at your club</h2>
      <p>
        The employer or insurer of the program reimburses your club for the vouchers of a month, from the 1st
        of the next month, outside Wellport. Download the month and send the file to them.
      </p>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : months && periodId !== undefined ? (
        <OfMonth
          periodId={periodId}
          months={months}
          onChoose={(next) => change({ month: next === current?.id ? undefined : next })}
        />
      ) : (
        <SkeletonLines lines={4} />
      )}
    </section>
  );
}

interface OfMonthProps {
  periodId: string;
  months: readonly { id: string; yearMonth: string }[];
  onChoose: (periodId: string) => void;
}

const OfMonth = ({ periodId, months, onChoose }: OfMonthProps) => (
  <ListPage
    endpoint={vouchers.redemptions}
    request={{ query: { periodId } }}
    caption={`Vouchers redeemed in ${periodName(periodId)}`}
    columns={columns}
    defaultSort="redeemedOn"
    defaultOrder="desc"
    rowKey={({ voucherId }) => voucherId}
    download={boundRequest(vouchers.downloadRedemptions, { query: { periodId } })}
    filters={
      <LabeledSelect
        label="Month"
        value={periodId}
        options={months.map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
        onChange={onChoose}
      />
    }
    table={(list) => ({ totals: { amount: showMoney(list.first?.totalAmount ?? 0) } })}
    empty={{ icon: 'money', text: `No vouchers were redeemed at your club in ${periodName(periodId)}.` }}
  />
);

type VoucherToRedeem = ResponseOf<typeof vouchers.lookup>;

export default function FacilityVouchersPage() {
  const [voucher, setVoucher] = useState<VoucherToRedeem>();
  // remounts the form for each code, with an empty focused field
  const [round, setRound] = useState(0);
  const next = () => {
    setVoucher(undefined);
    setRound(round + 1);
  };
  return (
    <>
      <PageHeading title="Vouchers" lead="Check a code, then redeem it. A voucher can be redeemed once." />
      <Card title={voucher ? 'This voucher' : 'Enter a code'}>
        {voucher ? (
          <VoucherResult voucher={voucher} onRedeemed={setVoucher} onNext={next} />
        ) : (
          <EnterCode key={round} isFirst={round === 0} onVoucher={setVoucher} />
        )}
      </Card>
      <OwnRedemptions />
    </>
  );
}

function EnterCode({
  isFirst,
  onVoucher,
}: {
  isFirst: boolean;
  onVoucher: (voucher: VoucherToRedeem) => void;
}) {
  const lookup = useAction(vouchers.lookup);
  const [failure, setFailure] = useState<Failure>();
  const container = useRef<HTMLDivElement>(null);
  const check = async (code: string) => {
    setFailure(undefined);
    onVoucher(await lookup.run({ body: { code } }));
  };
  const scanned = (code: string) =>
    void check(code).catch((error: unknown) => {
      const { fields, failure: whole } = readFailure(error);
      setFailure(whole ?? { message: Object.values(fields)[0] ?? '' });
    });
  return (
    <div className="enter-code" ref={isFirst ? container : focusField}>
      <Form
        schema={codeForm}
        initial={{ code: '' }}
        submitLabel="Check code"
        busyLabel="Checking…"
        guard={false}
        safe="Nothing was redeemed."
        onSubmit={({ code }) => check(code)}
        actions={
          <ScanCode
            title="Scan a voucher"
            hint="Hold the voucher’s QR code in front of the camera."
            isCode={(text) => (readCode(text) ?? readVoucherAddress(text)) !== undefined}
            onCode={scanned}
          />
        }
      >
        <Field
          name="code"
          autoComplete="off"
          placeholder="ABCD-EFGH-JKLM"
          hint="Twelve letters and digits. Case and hyphens do not matter."
        />
      </Form>
      <FormAlert failure={failure} safe="You can enter the code instead." />
    </div>
  );
}

const focusField = (container: HTMLDivElement | null) => container?.querySelector('input')?.focus();

interface VoucherResultProps {
  voucher: VoucherToRedeem;
  onRedeemed: (voucher: VoucherToRedeem) => void;
  onNext: () => void;
}

function VoucherResult({ voucher, onRedeemed, onNext }: VoucherResultProps) {
  const redeem = useAction(vouchers.redeem, vouchers.redemptions);
  const confirm = useConfirm();
  const { code, displayName, redemptionValue, startDate, endDate, redeemedOn, redeemedBy } = voucher;
  const redeemVoucher = async () => {
    const isSure = await confirm({
      title: `Redeem ${showMoney(redemptionValue)}?`,
      text: `The voucher ${code} of ${displayName} is used up. You can undo this for ${undoMinutes} minutes.`,
      action: 'Redeem voucher',
    });
    const response = isSure ? await redeem.act({ body: { code } }) : undefined;
    if (response) onRedeemed(response.voucher);
  };
  return (
    <div className="found-voucher">
      <p className="voucher-amount">
        <Money cents={redemptionValue} />
      </p>
      <p>
        <strong>{displayName}</strong>
        <br />
        Valid from <DateText date={startDate} /> to <DateText date={endDate} />
        <br />
        <span className="voucher-code">{code}</span>
      </p>
      {redeemedOn && (
        <output>
          <StatusBadge color="green" label="Redeemed" /> {`at your club on ${showMoment(redeemedOn)}`}
          {redeemedBy && ` by ${redeemedBy}`}.
        </output>
      )}
      <div className="page-actions">
        {redeemedOn ? (
          <>
            <Button kind="primary" onClick={onNext}>
              Check another code
            </Button>
            <UndoRedemption code={code} redeemedOn={redeemedOn} onUndone={onRedeemed} />
          </>
        ) : (
          <>
            <Button
              kind="action"
              busy={redeem.running}
              busyLabel="Redeeming…"
              onClick={() => void redeemVoucher()}
            >
              {`Redeem ${showMoney(redemptionValue)}`}
            </Button>
            <Button onClick={onNext}>Cancel</Button>
          </>
        )}
      </div>
    </div>
  );
}

interface UndoRedemptionProps {
  code: string;
  redeemedOn: string;
  onUndone: (voucher: VoucherToRedeem) => void;
}

/** Offered for the minutes in which the club can undo its redemption. */
function UndoRedemption({ code, redeemedOn, onUndone }: UndoRedemptionProps) {
  const undo = useAction(vouchers.undoOwnRedemption, vouchers.redemptions);
  const [isOffered, setIsOffered] = useState(() => isUndoable(redeemedOn, now()));
  useEffect(() => {
    const timer = startTimer(() => setIsOffered(isUndoable(redeemedOn, now())), undoMinutes * 60_000);
    return () => stopTimer(timer);
  }, [redeemedOn]);
  if (!isOffered) return null;
  const undoRedemption = async () => {
    const response = await undo.act({ body: { code } });
    if (response) onUndone(response.voucher);
  };
  return (
    <Button icon="undo" busy={undo.running} busyLabel="Undoing…" onClick={() => void undoRedemption()}>
      Undo redemption
    </Button>
  );
}
