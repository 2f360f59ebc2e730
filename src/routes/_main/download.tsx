import { createFileRoute } from '@tanstack/react-router'
import { documentsQuery, DownloadScreen, parseDownloadSearch } from '#features/articles/downloads'
import { categoriesQuery } from '#platform/module-queries.ts'
import { onlyParsed } from '#platform/routing.ts'

export const Route = createFileRoute('/_main/download')({
  staticData: { carriesData: true },
  validateSearch: onlyParsed(parseDownloadSearch),
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(documentsQuery())
    void context.queryClient.prefetchQuery(categoriesQuery())
    // When this code cannot be loaded, the screen's cannot either, and the error page is shown.
    const stars = await import('#features/programme/favourites').catch(() => undefined)
    await stars?.waitUntilStarsAreRead()
  },
  component: DownloadPage,
})

function DownloadPage() {
  const navigate = Route.useNavigate()
  return (
    <DownloadScreen
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
