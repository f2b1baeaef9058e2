// What leads from page to page: a piece of its own, so that it is read between two others (see start.ts).
export { createBrowserRouter } from 'react-router'
export { RouterProvider } from 'react-router/dom'
