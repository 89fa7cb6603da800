"""What schemathesis must not expect: an empty value in a query is none, as forms send it."""

import schemathesis


@schemathesis.hook
def filter_query(context, query):
    return query is None or "" not in query.values()
