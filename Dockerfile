# The shop as an image: docs/operations.md says how it is run, by itself or with compose.yaml.
# Node is the one that package.json pins as a package (tests/architecture/packaging.test.ts compares).
FROM node:24.21.0-trixie-slim AS build
WORKDIR /alahas
# The packages have a layer of their own: a build installs them again only when one of these files has changed.
COPY package.json package-lock.json .npmrc ./
COPY scripts/ready.mjs ./scripts/
RUN node scripts/ready.mjs --packages
COPY . .
# Builds the pages, as `npm start` does.
RUN node scripts/ready.mjs
# What made the pages does not run in the shop, and the image has its Node already.
RUN npm pkg delete dependencies.vite dependencies.@vitejs/plugin-react \
 && npm prune --omit=dev --no-audit --no-fund \
 && rm -rf web node_modules/node-linux-* node_modules/.bin

FROM node:24.21.0-trixie-slim
# `npm run release` prints the command that gives both.
ARG VERSION=unreleased REVISION=unknown
LABEL org.opencontainers.image.title="Alahas" \
  org.opencontainers.image.description="Back-office and public site of a small jewelry shop" \
  org.opencontainers.image.licenses="AGPL-3.0-only" \
  org.opencontainers.image.version="$VERSION" \
  org.opencontainers.image.revision="$REVISION"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /alahas
RUN install --directory --owner=node --group=node --mode=700 /data
COPY --from=build /alahas ./
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "server/main.ts"]
