-- Registered while their session was being ended: until now nothing kept a browser from outliving it.
DELETE FROM push.subscription WHERE NOT EXISTS (SELECT FROM identity.session WHERE session.sid = subscription.sid);
