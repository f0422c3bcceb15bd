// Nothing but a reason to precompile the headers that the unit tests share.
