import { memberStatuses } from '../../../shared/members/member-row.ts';
import { useAddress } from '../../app/address.ts';
import { useSearch } from '../../app/list-address.ts';
import { LabeledSelect } from '../../ui/LabeledSelect.tsx';
import { FacilityBox, PartnerBox } from './FacilityBox.tsx';

/** Reads the filters from the address. A facility excludes a partner, and a search excludes a status. */
export function useMemberFilter() {
  const [address, change] = useAddress('facilityID', 'partnerID', 'status', 'filter');
  const { filter } = useSearch();
  const facilityId = address.facilityID;
  const partnerId = facilityId === undefined ? address.partnerID : undefined;
  const status =
    filter === '' ? memberStatuses.find(({ id }) => String(id) === address.status)?.id : undefined;
  return {
    filter,
    facilityId,
    partnerId,
    status,
    change,
    query: {
      facilityId,
      partnerId,
      ...(status !== undefined && { memberStatus: `${status}` as const }),
    },
    /** True if the search does not describe the list, which has the order of the filter. */
    isPart: partnerId !== undefined || status !== undefined,
  };
}

type MemberFiltersProps = ReturnType<typeof useMemberFilter>;

export const MemberFilters = ({ facilityId, partnerId, status, change }: MemberFiltersProps) => (
  <>
    <PartnerBox
      label="Partner"
      value={partnerId ?? ''}
      onChange={(id) => change({ partnerID: id, facilityID: undefined })}
    />
    <FacilityBox
      label="Facility"
      value={facilityId ?? ''}
      onChange={(id) => change({ facilityID: id, partnerID: undefined })}
    />
    <LabeledSelect
      label="Status"
      value={String(status ?? '')}
      placeholder="All statuses"
      options={memberStatuses}
      onChange={(id) => change({ status: id, filter: undefined })}
    />
  </>
);
