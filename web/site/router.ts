// The router is a separate chunk, so that the browser can respond between chunks (see start.ts).
export { createBrowserRouter } from 'react-router'
export { RouterProvider } from 'react-router/dom'
