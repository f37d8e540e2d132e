import { facilityLocationTypes } from '../../../shared/facilities/facility.ts';
import { Pin } from './MarkPicture.tsx';

export const Legend = () => (
  <ul className="map-legend" aria-label="Legend">
    {facilityLocationTypes.map(({ id, name }) => (
      <li key={id}>
        <Pin type={id} size={16} />
        {name}
      </li>
    ))}
  </ul>
);
