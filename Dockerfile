# A static binary in an image with nothing else. People and matches live in the volume:
#
#   docker build --build-arg VERSION=1.0.0 -t saloon .
#   docker run -d --name saloon -p 2222:2222 -v saloon:/data saloon
FROM golang:1.26.8 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=${VERSION}" -o /out/saloon ./cmd/saloon \
	&& mkdir -m 0700 /out/data

FROM scratch
COPY --from=build /out/saloon /usr/bin/saloon
COPY --from=build --chown=65532:65532 /out/data /data
ENV SALOON_DATA=/data SALOON_LISTEN=:2222 SALOON_METRICS=127.0.0.1:9100 SALOON_LOG_FORMAT=json SQLITE_TMPDIR=/data
USER 65532:65532
VOLUME /data
EXPOSE 2222
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s CMD ["/usr/bin/saloon", "health"]
ENTRYPOINT ["/usr/bin/saloon"]
CMD ["serve"]
