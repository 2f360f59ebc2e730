import { createFileRoute, useCanGoBack, useRouter } from '@tanstack/react-router'
import { PagesScreen, pagesQuery, parseTownSearch, placesQuery, toursQuery } from '#features/pages'
import { roomsQuery } from '#features/sessions'
import { onlyParsed } from '#lib/address-search.ts'

export const Route = createFileRoute('/_main/suzhou')({
  validateSearch: onlyParsed(parseTownSearch),
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
  /** As the phone's own "back" would; who came by an address that opens the card has no page before it. */
  const closeTaxi = () =>
    canGoBack
      ? router.history.back()
      : void navigate({ search: {}, replace: true, resetScroll: false, hashScrollIntoView: false })
  return <PagesScreen taxi={taxi} onCloseTaxi={closeTaxi} />
}
