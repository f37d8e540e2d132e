import { showMoney } from '../../shared/money.ts';
import type { Program } from './program-form.ts';

export function ProgramSums({ program: { publishedOn, sums } }: { program: Program }) {
  const items: [label: string, value: string][] = publishedOn
    ? [
        ['Recipients', count(sums.recipients)],
        ...(sums.waiting > 0 ? ([['Not sent yet', count(sums.waiting)]] as [string, string][]) : []),
        ['Sent', count(sums.sent)],
        ['Undeliverable', count(sums.undeliverable)],
        ['Redeemed', count(sums.redeemed)],
        ['Expired', count(sums.expired)],
        ['Void', count(sums.void)],
        ['Amount redeemed', showMoney(sums.amountRedeemed)],
        ['Amount outstanding', showMoney(sums.amountOutstanding)],
      ]
    : [['Recipients', count(sums.recipients)]];
  return (
    <dl className="voucher-sums">
      {items.map(([label, value]) => (
        <div key={label} data-alarm={label === 'Undeliverable' && sums.undeliverable > 0}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const count = (value: number) => value.toLocaleString('en-US');
