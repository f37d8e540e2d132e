import { useId, useRef, useState, useEffect, useMemo } from 'react';
import { facilities } from '../../shared/contracts/facilities.ts';
import {
  chipsOf,
  isChosen,
  nothingChosen,
  type PlanChoice,
  togglePlan,
  toggleProgram,
  type Plan,
  choiceOf,
  filterOf,
} from '../../shared/facilities/plans.ts';
import { useEndpoint } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import './locator-filter.css';
import { Link } from 'react-router-dom';
import {
  type MapFacility,
  facilitiesOf,
  clusterSettings,
  goalZooms,
  wholeCountry,
} from '../../shared/facilities/facility-map.ts';
import type { Point } from '../../shared/facilities/distance.ts';
import { pathTo } from '../app/addresses.ts';
import { useAddress } from '../app/address.ts';
import { PageHeading } from '../ui/PageTitle.tsx';
import { ClubLocator, type EnrollStep } from './ClubLocator.tsx';
import { FacilitySearch, MemberStep } from './FacilitySearch.tsx';
import { LocateMe } from './LocateMe.tsx';
import { ownPlaces, type LocationSource } from './map/location-source.ts';
import { useLocator } from './use-locator.ts';
import './locator.css';

interface LocatorFilterProps {
  chosen: PlanChoice;
  onChosen: (choice: PlanChoice) => void;
}

function LocatorFilter({ chosen, onChosen }: LocatorFilterProps) {
  const id = useId();
  const [draft, setDraft] = useState<PlanChoice>();
  const plans = useEndpoint(facilities.ownPlans, {});
  const button = useRef<HTMLButtonElement>(null);
  const open = draft !== undefined;
  const close = () => {
    setDraft(undefined);
    button.current?.focus();
  };
  const settle = (choice: PlanChoice) => {
    onChosen(choice);
    close();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes what is open, like a popup
    <div className="locator-filter" onKeyDown={(event) => open && event.key === 'Escape' && close()}>
      <Button
        ref={button}
        icon="filter"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setDraft(open ? undefined : chosen)}
      >
        Filter by plan
      </Button>
      {plans.data && <Chips chosen={chosen} plans={plans.data} onChosen={onChosen} />}
      {draft && (
        <section id={id} className="filter-panel" aria-label="Filter by plan">
          {plans.error ? (
            <FailedState error={plans.error} onRetry={plans.reload} retrying={plans.retrying} />
          ) : plans.data ? (
            <PlanOptions plans={plans.data} choice={draft} onChoice={setDraft} />
          ) : (
            <SkeletonLines lines={4} />
          )}
          <div className="filter-actions">
            <Button kind="primary" disabled={!isChosen(draft)} onClick={() => settle(draft)}>
              Apply
            </Button>
            <Button disabled={!isChosen(draft) && !isChosen(chosen)} onClick={() => settle(nothingChosen)}>
              Reset
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}

/** The number of chips before the others collapse (spec 3 §4). */
const mostChips = 3;

interface ChipsProps {
  chosen: PlanChoice;
  plans: readonly Plan[];
  onChosen: (choice: PlanChoice) => void;
}

function Chips({ chosen, plans, onChosen }: ChipsProps) {
  const [all, setAll] = useState(false);
  const chips = chipsOf(chosen, plans);
  if (chips.length === 0) return null;
  const visible = all ? chips : chips.slice(0, mostChips);
  return (
    <ul className="chips" aria-label="Chosen plans">
      {visible.map(({ name, plan, programId }) => (
        <li key={name}>
          <button
            type="button"
            className="chip"
            aria-label={`Remove ${name}`}
            onClick={() =>
              onChosen(
                programId === undefined ? togglePlan(chosen, plan) : toggleProgram(chosen, plan, programId),
              )
            }
          >
            {name}
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
      {chips.length > mostChips && (
        <li>
          <button type="button" className="chip" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show less' : `Show ${chips.length - mostChips} more`}
          </button>
        </li>
      )}
    </ul>
  );
}

interface PlanOptionsProps {
  plans: readonly Plan[];
  choice: PlanChoice;
  onChoice: (choice: PlanChoice) => void;
}

const PlanOptions = ({ plans, choice, onChoice }: PlanOptionsProps) => (
  <ul className="plan-options">
    {plans.map((plan) => {
      const whole = choice.plans.includes(plan.id);
      const some = plan.programNames.filter(({ id }) => choice.programs.includes(id)).length;
      return (
        <li key={plan.id}>
          <Box
            label={plan.hasRestrictedOptions ? `${plan.name} (for your membership)` : plan.name}
            checked={whole}
            partly={!whole && some > 0}
            onChange={() => onChoice(togglePlan(choice, plan))}
          />
          {plan.programNames.length > 1 && (
            <ul aria-label={`Programs of ${plan.name}`}>
              {plan.programNames.map(({ id, name }) => (
                <li key={id}>
                  <Box
                    label={name}
                    checked={whole || choice.programs.includes(id)}
                    onChange={() => onChoice(toggleProgram(choice, plan, id))}
                  />
                </li>
              ))}
            </ul>
          )}
        </li>
      );
    })}
  </ul>
);

interface BoxProps {
  label: string;
  checked: boolean;
  partly?: boolean;
  onChange: () => void;
}

function Box({ label, checked, partly = false, onChange }: BoxProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly;
  }, [partly]);
  return (
    <label className="choice" htmlFor={id}>
      <input ref={box} id={id} type="checkbox" checked={checked} onChange={onChange} />
      {label}
    </label>
  );
}

export default function LocatorPage() {
  const [{ plans, programs }] = useAddress('plans', 'programs');
  const { data, error, retrying, reload } = useFilteredFacilities(choiceOf(plans, programs));
  const facilityList = useMemo(() => data && facilitiesOf(data), [data]);
  // the map stays in place while the clubs of another filter load
  const [last, setLast] = useState(facilityList);
  if (facilityList && facilityList !== last) setLast(facilityList);
  const current = facilityList ?? last;
  return (
    <>
      <PageHeading
        title="Find Facility"
        lead="Search by the name of a club, by city, or by ZIP code."
        actions={
          <Link className={`${buttonClass('quiet')} locator-back`} to={pathTo('memberHome')}>
            Back to the dashboard
          </Link>
        }
      />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : current ? (
        <MemberLocator facilityList={current} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </>
  );
}

function useFilteredFacilities(choice: PlanChoice) {
  const own = useEndpoint(facilities.ownPlans, isChosen(choice) ? {} : null);
  const isRestricted = chipsOf(choice, own.data ?? []).some(({ plan }) => plan.hasRestrictedOptions);
  const { hasGroupMemberships, planIds, programIds } = filterOf(choice);
  const query = { hasGroupMemberships, planIds: planIds.map(String), programIds: programIds.map(String) };
  const isLoaded = !isChosen(choice) || own.data !== undefined;
  const open = useEndpoint(facilities.clubLocator, isLoaded && !isRestricted ? { query } : null);
  const restricted = useEndpoint(facilities.ownClubLocator, isRestricted ? { query } : null);
  const facilityList = isRestricted ? restricted : open;
  return own.error ? { ...own, data: undefined } : facilityList;
}

const inAddress = ['near', 'lat', 'lng', 'plans', 'programs', 'club'] as const;
type LocatorAddress = Partial<Record<(typeof inAddress)[number], string>>;

/** Returns the initial target: the location or club in the URL, otherwise the whole country. */
function beginOf({ near, lat, lng, club: selected }: LocatorAddress, facilityList: readonly MapFacility[]) {
  const facility = facilityList.find(({ id }) => id === selected);
  const close = { zoom: goalZooms.place, byUser: true };
  if (near && lat && lng) return { latitude: Number(lat), longitude: Number(lng), ...close };
  if (facility) return { latitude: facility.latitude, longitude: facility.longitude, ...close };
  return wholeCountry;
}

const forget = { near: undefined, lat: undefined, lng: undefined, club: undefined };
const memberStep: EnrollStep = (facility) => <MemberStep facility={facility} />;

function MemberLocator({ facilityList }: { facilityList: readonly MapFacility[] }) {
  const [address, change] = useAddress(...inAddress);
  const { near, plans, programs, club: selected } = address;
  // the user's location stays on the device and is not written to the URL
  const [here, setHere] = useState<Point>();
  const [google, setGoogle] = useState<LocationSource>();
  const locator = useLocator(facilityList, clusterSettings.member, () => beginOf(address, facilityList));
  const { go } = locator;
  const select = (id: string | undefined) => change({ club: id });
  return (
    <>
      <div className="locator-search">
        <FacilitySearch
          facilities={facilityList}
          places={google ?? ownPlaces}
          selectedName={near}
          onFacility={(facility) => {
            change({ ...forget, club: facility.id });
            go({
              latitude: facility.latitude,
              longitude: facility.longitude,
              zoom: goalZooms.club,
              byUser: true,
            });
          }}
          onLocation={(label, { latitude, longitude, zoom }) => {
            change({ near: label, lat: String(latitude), lng: String(longitude), club: undefined });
            go({ latitude, longitude, zoom, byUser: true });
          }}
        />
        <LocateMe
          onHere={(point) => {
            change(forget);
            setHere(point);
            go({ ...point, zoom: goalZooms.here, byUser: true });
          }}
        />
        <LocatorFilter
          chosen={choiceOf(plans, programs)}
          onChosen={(next) =>
            change({ plans: next.plans.join(), programs: next.programs.join(), club: undefined })
          }
        />
      </div>
      <ClubLocator
        locator={locator}
        selected={selected}
        here={here}
        heading="h2"
        stepOf={memberStep}
        onSelect={select}
        onReset={() => {
          change(forget);
          go({ ...wholeCountry });
        }}
        onPlaces={(source) => setGoogle(() => source)}
      />
    </>
  );
}
