import { Link } from 'react-router-dom';
import { clubsOf } from '../../shared/facilities/club-map.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { facilityLocationTypes } from '../../shared/facilities/facility.ts';
import { locatorList } from '../../shared/facilities/locator-list.ts';
import { useEndpoint } from '../data.ts';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

const most = 9;

/** The clubs whose name, city or ZIP code has what was typed. */
export default function FoundClubs({ wanted }: { wanted: string }) {
  const { data, error, reload, retrying } = useEndpoint(facilities.clubLocator, { query: {} });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={3} />;
  const found = locatorList(clubsOf(data), { text: wanted, centre: undefined });
  return (
    <>
      <output>
        {found.length === 0
          ? 'There are no clubs in your search area. Please try a different search area.'
          : `${found.length.toLocaleString('en-US')} ${found.length === 1 ? 'club' : 'clubs'} for “${wanted}”${found.length > most ? `, the first ${most} of them here` : ''}`}
      </output>
      {found.length === 0 ? (
        <Link className="arrow-link" to="/guest/nominateclub">
          Nominate a club
          <Icon name="arrow-right" size={16} />
        </Link>
      ) : (
        <ul>
          {found.slice(0, most).map(({ id, name, city, state, zipCode, facilityLocationType }) => (
            <li key={id}>
              <Icon name="pin" />
              <div>
                <h3>{name}</h3>
                <p>
                  {city}, {state} {zipCode}
                </p>
                <p className="quiet">{facilityLocationTypes[facilityLocationType].name}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
