import { showMoney } from '../../shared/money.ts';
import './why-button.css';

export const WhyButton = ({ cents, name, onClick }: { cents: number; name: string; onClick: () => void }) => (
  <button type="button" className="why-button money" onClick={onClick} title="Why this amount">
    {showMoney(cents)}
    <span className="hidden-text"> Why this amount for {name}</span>
  </button>
);
