import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { facilities } from '../../shared/contracts/facilities.ts';
import { members } from '../../shared/contracts/members.ts';
import { partners } from '../../shared/contracts/partners.ts';
import { plural } from '../../shared/number-words.ts';
import { isSearchable } from '../../shared/query.ts';
import { searchLetters } from '../../shared/transliterate.ts';
import { pathTo } from '../app/addresses.ts';
import { useEndpoint } from '../app/data.ts';
import { homeOf } from '../app/page.ts';
import { comboboxInput, comboboxKeys, OptionList, wrappedIndex } from '../ui/combobox.tsx';
import { Popup } from '../ui/Popup.tsx';
import { useRested } from '../ui/use-rested.ts';
import { useEntries } from './Navigation.tsx';
import './command-palette.css';

interface Result {
  to: string;
  label: string;
  kind: string;
}

const resultsOfKind = 5;

/** Finds pages, partners, members (also by key fob), facilities, and payments through the searches of their lists. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [input, setInput] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const navigate = useNavigate();
  const pages = usePages(input);
  const { records, isSearching } = useRecords(input);
  const results = [...pages, ...records];
  const isOpen = input.trim() !== '';
  const open = ({ to }: Result) => {
    onClose();
    void navigate(to);
  };
  const onKeyDown = comboboxKeys({
    onMove: (step) => {
      setActive(wrappedIndex(active, step, results.length));
      return true;
    },
    onEnter: () => {
      const result = results[active];
      if (result) open(result);
      return true;
    },
    onEscape: () => false,
  });
  return (
    <Popup open title="Search" onClose={onClose}>
      <form className="command-palette" method="dialog">
        <input
          {...comboboxInput({ listId, open: isOpen, active, count: results.length })}
          className="amplify-input control"
          aria-label="Page, partner, member, facility, or key fob"
          placeholder="Page, partner, member, facility, or key fob"
          value={input}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setInput(event.target.value);
            setActive(0);
          }}
        />
        {/* opened after the dialog, so that the list is above it */}
        {isOpen && <Results {...{ listId, results, active, isSearching }} onTake={open} />}
      </form>
    </Popup>
  );
}

interface ResultsProps {
  listId: string;
  results: readonly Result[];
  active: number;
  isSearching: boolean;
  onTake: (result: Result) => void;
}

const Results = ({ listId, results, active, isSearching, onTake }: ResultsProps) => (
  <>
    <OptionList
      listId={listId}
      label="Results"
      items={results}
      active={active}
      keyOf={({ kind, to }) => `${kind} ${to}`}
      onTake={onTake}
      emptyText={isSearching ? 'Searching…' : 'No results'}
      renderItem={({ label, kind }) => (
        <>
          <span>{label}</span>
          <span className="quiet">{kind}</span>
        </>
      )}
    />
    <output className="hidden-text">
      {isSearching ? 'Searching' : plural(results.length, 'result', 'results')}
    </output>
  </>
);

function usePages(input: string): Result[] {
  const entries = useEntries({ path: homeOf.systemAdmin });
  const words = searchLetters(input).trim().toLowerCase().split(/\s+/);
  return entries
    .map(({ page: { section, label }, to }) => ({
      to,
      label: section && section !== label ? `${section}: ${label}` : label,
      kind: 'Page',
    }))
    .filter(({ label }) => words.every((word) => searchLetters(label).toLowerCase().includes(word)));
}

function useRecords(input: string): { records: Result[]; isSearching: boolean } {
  const filter = useRested(input.trim());
  const request = filter.length > 1 && isSearchable(filter) ? { query: { filter } } : null;
  const partnerMatches = useEndpoint(partners.list, request);
  const memberMatches = useEndpoint(members.list, request);
  const facilityMatches = useEndpoint(facilities.listAll, request);
  const isSearching =
    filter !== input.trim() ||
    [partnerMatches, memberMatches, facilityMatches].some(({ loading }) => loading);
  if (!request) return { records: [], isSearching };
  const records = [
    ...firstOf(partnerMatches.data).flatMap(({ id: partnerId, name }) => [
      { to: pathTo('partnerDashboard', { partnerId }), label: name, kind: 'Partner' },
      { to: pathTo('partnerOwnPayments', { partnerId }), label: name, kind: 'Payments of the partner' },
    ]),
    ...firstOf(memberMatches.data).map(({ memberId, memberFirstName, memberLastName, keyFobNumber }) => ({
      to: pathTo('member', { memberId }),
      label: `${memberFirstName} ${memberLastName}`,
      kind: keyFobNumber === null ? 'Member' : `Member, key fob ${keyFobNumber}`,
    })),
    ...firstOf(facilityMatches.data).flatMap(({ id: facilityId, name, facilityNumber }) => [
      { to: pathTo('facility', { facilityId }), label: name, kind: `Facility ${facilityNumber}` },
      { to: pathTo('paymentsToFacility', { facilityId }), label: name, kind: 'Payments to the facility' },
    ]),
  ];
  return { records, isSearching };
}

const firstOf = <Row,>(page: { items: readonly Row[] } | undefined): readonly Row[] =>
  page?.items.slice(0, resultsOfKind) ?? [];
