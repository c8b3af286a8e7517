/** `src/a.ts:12`: a path with a line. It begins where no path goes on, so that no character is tried as a beginning twice. */
const place = /(?<![\w@./-])[\w@.-][\w@./-]{0,255}:[0-9]{1,7}\b/g;

/** Places that a rewritten text names and none of its sources does: who only rewrites cannot have seen them. */
export function addedPlaces(rewritten: string, sources: readonly string[]): readonly string[] {
  const known = new Set(sources.flatMap(placesIn));
  return [...new Set(placesIn(rewritten))].filter((named) => !known.has(named));
}

function placesIn(text: string): readonly string[] {
  return text.match(place) ?? [];
}
