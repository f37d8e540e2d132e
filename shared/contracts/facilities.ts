import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { recordId } from '../ids.ts';
import { manyTexts, numberText, yesNoText } from '../query.ts';
import {
  facilityAdministration,
  facilityManagers,
  facilityManagerArea,
  planAdministration,
} from '../facilities/facility-contract.ts';
import { mapFacilityColumns } from '../facilities/facility-map.ts';
import { facility } from '../facilities/facility.ts';
import { locationFields } from '../facilities/locations.ts';
import { plan } from '../facilities/plans.ts';
import { onWire } from '../wire-names.ts';

const guests = { roles: ['guest'], reach: 'open' } as const;
const fiveMinutes = 300;

const planNumbers = () => manyTexts(z.string().regex(/^\d{1,9}$/)).optional();
/** The selected filters, combined as a union. */
const planQuery = z.object({
  hasGroupMemberships: yesNoText().optional(),
  planIds: planNumbers(),
  programIds: planNumbers(),
});

export const facilities = area('facilities', {
  ...facilityAdministration,
  ...facilityManagers,
  ...facilityManagerArea,
  ...planAdministration,
  list: endpoint({
    method: 'GET',
    path: '/facilities/list',
    ...guests,
    keepSeconds: fiveMinutes,
    summary: 'Lists every facility for the map, one list per column.',
    response: mapFacilityColumns,
  }),
  get: endpoint({
    method: 'GET',
    path: '/facilities/get',
    ...guests,
    summary: 'Returns one facility with its address, phone, website, and plans.',
    query: z.object({ facilityId: recordId }),
    response: facility
      .omit({
        payeeToken: true,
        version: true,
        isPpv: true,
        statusSince: true,
        statusUntil: true,
        planIds: true,
        programIds: true,
      })
      .extend({
        displayName: z.string(),
        fullAddress: z.string(),
        activePlanAndProgramNames: z.array(z.string()),
      }),
  }),
  dropdown: endpoint({
    method: 'GET',
    path: '/facilities/dropdown',
    roles: ['systemAdmin'],
    summary: 'Lists facilities for a selection, found by name, facility ID, AF number, city, or ZIP code.',
    query: z.object({
      searchTerm: z.string().trim().max(100).optional(),
      takeCount: numberText({ least: 1, most: 50 }).optional(),
      afOnly: yesNoText().optional(),
    }),
    response: z.array(
      z.object({
        id: z.string(),
        facilityNumber: onWire('facilityIDNumber', z.string()),
        name: z.string(),
        enrollmentStatus: z.literal([1, 2, 3]),
      }),
    ),
  }),
  member: endpoint({
    method: 'GET',
    path: '/facilities/member',
    roles: ['member', 'systemAdmin', 'facilityManager'],
    ownership: 'loaded',
    summary: "Returns the member's home facility under its number in agreements.",
    query: z.object({ memberId: onWire(['memberGuid', 'memberIdGuid'], recordId) }),
    response: z.object({ description: z.string(), afNumber: z.string() }),
  }),
  clubLocator: endpoint({
    method: 'GET',
    path: '/clublocator/facilities',
    ...guests,
    keepSeconds: fiveMinutes,
    summary:
      'Lists the facilities of the selected plans and programs for the map; all of them when none is selected.',
    query: planQuery,
    response: mapFacilityColumns,
  }),
  ownClubLocator: endpoint({
    method: 'GET',
    path: '/clublocator/own/facilities',
    roles: ['member'],
    ownership: 'own',
    summary: "Lists the same for a member, including restricted plans of the memberships' partners.",
    query: planQuery,
    response: mapFacilityColumns,
  }),
  plans: endpoint({
    method: 'GET',
    path: '/plans/list',
    ...guests,
    keepSeconds: fiveMinutes,
    summary: 'Lists the plans for the locator filter, except restricted ones.',
    response: z.array(plan),
  }),
  ownPlans: endpoint({
    method: 'GET',
    path: '/plans/own',
    roles: ['member'],
    ownership: 'own',
    summary: "Lists the same for a member, including restricted plans of the memberships' partners.",
    response: z.array(plan),
  }),
  suggestAddresses: endpoint({
    method: 'GET',
    path: '/addresses/suggest',
    ...guests,
    summary: 'Lists US cities and ZIP codes that start with a text, the largest cities first.',
    query: z.object({ query: z.string().trim().max(100) }),
    response: z.array(locationFields),
  }),
});
