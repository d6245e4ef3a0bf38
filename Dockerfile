# The leaderboard in one image: the database is built in, nothing is written at run time but /tmp.
#   docker build -t unlearning-leaderboard . && docker run --read-only --tmpfs /tmp -p 8501:8501 unlearning-leaderboard
# Images are named by what they hold. `docker buildx imagetools inspect python:3.11-slim` says what the tag holds today.
FROM python:3.11-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7 AS python

# The catalogue of a lake (compose.yaml, .github/HOSTING.md): PostgreSQL as Debian packages it.
FROM python AS catalogue
RUN apt-get update -q && apt-get install -y -q --no-install-recommends postgresql && rm -rf /var/lib/apt/lists/* \
 && install -d -o postgres -g postgres -m 700 /var/lib/lake
COPY .docker/catalogue /usr/local/bin/
USER postgres
ENTRYPOINT ["catalogue"]

FROM python AS packages
# data/lake-requirements.txt has the extensions of DuckDB that a lake needs as well
ARG REQUIREMENTS=requirements.txt
COPY requirements.txt data/lake-requirements.txt /
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --disable-pip-version-check -r "/${REQUIREMENTS##*/}" \
 && /venv/bin/pip uninstall -y pip setuptools \
 && find /venv -type d \( -name tests -o -name test \) -path '*/site-packages/*' -prune -exec rm -rf {} +

FROM python
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    HOME=/tmp TMPDIR=/tmp LEADERBOARD_DATABASE=/srv/build PORT=8501
COPY --from=packages /venv /venv
WORKDIR /srv
COPY . .
RUN python -m data.build && python -m compileall -q app.py components data pages && chmod -R a=rX /srv \
 && install -d -o 10001 -g 10001 /store
USER 10001:10001
EXPOSE 8501
# /health runs a page first
HEALTHCHECK --interval=15s --timeout=10s --start-period=30s --retries=3 \
  CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/health', timeout=9)"]
CMD ["sh", "-c", "exec python -m components.web --host 0.0.0.0 --port $PORT"]
