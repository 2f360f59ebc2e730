import { useQuery } from '@tanstack/react-query'
import { getFileUrl } from '#platform/api.ts'
import { useCachedImages } from '#platform/use-cached-images.ts'
import { exhibitorsQuery, hallsQuery } from './queries.ts'

/** Caches all plans and logos on the device, for offline use. */
export function useCachedExhibition(): void {
  const { data: halls = [] } = useQuery(hallsQuery())
  const { data: exhibitors = [] } = useQuery(exhibitorsQuery())
  const pictures = [...halls.map(({ picture }) => picture), ...exhibitors.map(({ logo }) => logo)]
  useCachedImages(pictures.flatMap((picture) => (picture ? [getFileUrl(picture.no)] : [])))
}
