#!/bin/sh
# Prints newly generated secrets of an installation, as docker-compose.yml expects them in `.env`:
#   deploy/make-env.sh > .env
# Keep the file: the databases and their sealed contents depend on these values.
set -eu
umask 077
# begin: passwords (npm run manifests)
set -- GATEWAY_DATABASE_PASSWORD CATALOG_DATABASE_PASSWORD SUBSCRIPTION_DATABASE_PASSWORD INGESTION_DATABASE_PASSWORD INVOICING_DATABASE_PASSWORD WALLET_DATABASE_PASSWORD PAYMENT_DATABASE_PASSWORD DOCUMENT_DATABASE_PASSWORD WEBHOOK_DELIVERY_DATABASE_PASSWORD
# end: passwords
for name in ADMIN_API_KEY INTERNAL_TOKEN POSTGRES_PASSWORD CLICKHOUSE_PASSWORD REDIS_PASSWORD "$@"; do
  echo "$name=$(openssl rand -hex 24)"
done
echo "ENCRYPTION_KEY=$(openssl rand -base64 32)"
