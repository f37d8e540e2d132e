/**
 * Time zones of ZIP codes: the zone at the center or main place of each ZIP code (Census Bureau, GeoNames) by the boundaries of geo-tz 8.1.9
 * (© OpenStreetMap contributors, ODbL). Zones with the same clock since 2020 have one name. Areas are the first three
 * digits; a ZIP code differs from most of its area.
 */
const zonesOfAreas: Readonly<Record<string, string>> = {
  'America/New_York':
    '005 010-089 100-212 214-268 270-323 326-339 341-342 344 346-347 349 373-374 376-379 398-418 425-426 430-462 465-475 478-499 569',
  'America/Chicago':
    '324-325 350-352 354-372 375 380-397 420-424 427 463-464 476-477 500-516 520-528 530-532 534-535 537-551 553-567 570-575 580-585 587-588 600-620 622-631 633-641 644-658 660-662 664-681 683-690 692 700-701 703-708 710-714 716-731 733-741 743-770 772-798',
  'America/Denver': '576-577 586 590-599 691 693 799-816 820-834 836-837 840-847 865 870-871 873-885 979',
  'America/Los_Angeles': '835 838 889-891 893-895 897-898 900-908 910-928 930-961 970-978 980-986 988-994',
  'America/Phoenix': '850-853 855-857 859-860 863-864',
  'America/Anchorage': '995-999',
  'Pacific/Honolulu': '967-968',
  'America/Puerto_Rico': '006-009',
  'Pacific/Guam': '969',
};

const zonesOfZipCodes: Readonly<Record<string, string>> = {
  'America/New_York':
    '32456-32457 36854 36863 36867-36870 36874 36877 42701-42702 42716 42718-42719 42724 42732-42733 42740 42748 42758 42776 42784 42788',
  'America/Chicago':
    '37301 37305-37306 37313 37318 37324 37327-37328 37330 37334-37335 37338-37340 37342 37345 37347-37349 37352 37355-37357 37359-37360 37365-37367 37374-37376 37378 37380 37382-37383 37387-37389 37394 37396-37398 37723 40111 40115 40119 40140 40143-40146 40152-40153 40170-40171 40176 40178 42602-42603 42629 42642 46531-46532 46534 46968 47514-47515 47520 47523 47525 47531 47536-47537 47550-47552 47556 47574 47576-47577 47579 47586 47588 47922 47943 47948 47951 47963-47964 47977-47978 49801-49802 49812 49815 49821 49831 49834 49845 49847-49848 49852 49858 49863 49870 49873-49874 49876-49877 49881 49886-49887 49892-49893 49896 49902-49903 49911 49915 49920 49927 49935 49938 49947 49959 49964 49968-49969 57601 57631-57632 57646 57648 58631 58638 69101 69103 69120 69123 69130 69132 69135 69138 69142-69143 69151 69157 69161 69163 69165-69167 69169-69171',
  'America/Denver':
    '57521 57532 57537 57543 57547 57551-57553 57567 57574 57577 58529 58533 58535 58562 58564 58569 58838 67733 67735 67741 67758 67761-67762 67836 67857 67878-67879 69021 69023 69027 69030 69033 69037 69041 69045 69211 69216 69218-69219 79821 79835-79839 79847 79849 79851 79853 83547 83549 86016 86020 86031 86033 86035 86044-86045 86053-86054 89883',
  'America/Los_Angeles': '97904-97905 97907',
  'America/Phoenix': '86502 86512',
  'America/Adak': '99546-99547',
  'Pacific/Pago_Pago': '96799',
};

let zones: Map<string, string> | undefined;

/** Returns the codes of ranges such as "005 010-089". */
const codesOf = (ranges: string): string[] =>
  ranges.split(' ').flatMap((range) => {
    const [first = '', last = first] = range.split('-');
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) =>
      String(Number(first) + index).padStart(first.length, '0'),
    );
  });

/** Returns the IANA time zone of a ZIP code of five digits; undefined for unknown ones. */
export function timeZoneOfZipCode(zipCode: string): string | undefined {
  zones ??= new Map(
    [zonesOfAreas, zonesOfZipCodes].flatMap((table) =>
      Object.entries(table).flatMap(([zone, ranges]) => codesOf(ranges).map((code) => [code, zone] as const)),
    ),
  );
  return zones.get(zipCode.slice(0, 5)) ?? zones.get(zipCode.slice(0, 3));
}
