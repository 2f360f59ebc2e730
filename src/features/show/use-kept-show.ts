import { useQuery } from '@tanstack/react-query'
import { fileAddress } from '#lib/api.ts'
import { useKeptPictures } from '#lib/keep-pictures.ts'
import { exhibitorsQuery, hallsQuery } from './queries.ts'

/** Plans and marks of the whole exhibition are kept on the device, as its texts are. */
export function useKeptShow(): void {
  const { data: halls = [] } = useQuery(hallsQuery())
  const { data: exhibitors = [] } = useQuery(exhibitorsQuery())
  const pictures = [...halls.map(({ picture }) => picture), ...exhibitors.map(({ logo }) => logo)]
  useKeptPictures(pictures.flatMap((picture) => (picture ? [fileAddress(picture.no)] : [])))
}
