import { goalZooms } from '../../../shared/facilities/map-view.ts';
import { ownPlaces, type LocationSource } from './location-source.ts';

const areas = /^(locality|sublocality|postal_code|neighborhood|administrative_area|colloquial_area)/;

export async function googlePlaces(): Promise<LocationSource> {
  const { AutocompleteSessionToken, AutocompleteSuggestion } = await google.maps.importLibrary('places');
  // one session from the first letter to the selection, as Google bills them
  let sessionToken = new AutocompleteSessionToken();
  return async (input) => {
    try {
      const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
        input: input,
        includedRegionCodes: ['us'],
        sessionToken,
      });
      return suggestions.flatMap(({ placePrediction }) => {
        if (!placePrediction) return [];
        return {
          label: placePrediction.text.text,
          isExact: false,
          zoom: placePrediction.types.some((type) => areas.test(type)) ? goalZooms.place : goalZooms.club,
          locate: async () => {
            const place = placePrediction.toPlace();
            await place.fetchFields({ fields: ['location'] });
            sessionToken = new AutocompleteSessionToken();
            if (!place.location) throw new Error('a place without a location');
            return { latitude: place.location.lat(), longitude: place.location.lng() };
          },
        };
      });
    } catch {
      return ownPlaces(input);
    }
  };
}
