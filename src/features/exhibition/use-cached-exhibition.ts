import { useQuery } from '@tanstack/react-query'
import { getFileUrl } from '#lib/api.ts'
import { useCachedImages } from '#lib/use-cached-images.ts'
import { exhibitorsQuery, hallsQuery } from './queries.ts'

/** Plans and marks of the whole exhibition are kept on the device, as its texts are. */
export function useCachedExhibition(): void {
  const { data: halls = [] } = useQuery(hallsQuery())
  const { data: exhibitors = [] } = useQuery(exhibitorsQuery())
  const pictures = [...halls.map(({ picture }) => picture), ...exhibitors.map(({ logo }) => logo)]
  useCachedImages(pictures.flatMap((picture) => (picture ? [getFileUrl(picture.no)] : [])))
}
