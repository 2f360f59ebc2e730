import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router'
import {
  TravelGuideScreen,
  pagesQuery,
  parseTravelGuideSearch,
  placesQuery,
  toursQuery,
} from '#features/visit/travel-guide'
import { roomsQuery } from '#features/programme/sessions'
import { onlyParsed } from '#platform/routing.ts'

export const Route = createFileRoute('/_main/suzhou')({
  staticData: { carriesData: true },
  validateSearch: onlyParsed(parseTravelGuideSearch),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pagesQuery())
    void context.queryClient.prefetchQuery(placesQuery())
    void context.queryClient.prefetchQuery(toursQuery())
    void context.queryClient.prefetchQuery(roomsQuery())
  },
  component: SuzhouPage,
})

function SuzhouPage() {
  const { taxi } = Route.useSearch()
  const router = useRouter()
  const navigate = Route.useNavigate()
  const canGoBack = useCanGoBack()
  /** Goes back like the phone's own button. A visit that started with the open taxi card has no previous page. */
  const closeTaxi = () =>
    canGoBack
      ? router.history.back()
      : void navigate({ search: {}, replace: true, resetScroll: false, hashScrollIntoView: false })
  return <TravelGuideScreen taxi={taxi} onCloseTaxi={closeTaxi} />
}
